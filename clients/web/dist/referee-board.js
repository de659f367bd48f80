import{R as o}from"./assets/board-tB7uII59.js";export{o as RefereeBoard};
