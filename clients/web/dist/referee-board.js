import{R as o}from"./assets/board-4gU5UBqD.js";export{o as RefereeBoard};
