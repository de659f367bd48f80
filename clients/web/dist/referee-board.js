import{R as o}from"./assets/board-DAssJNWa.js";export{o as RefereeBoard};
