import{R as o}from"./assets/board-CpZKJl7B.js";export{o as RefereeBoard};
