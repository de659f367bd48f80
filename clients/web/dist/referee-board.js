import{R as o}from"./assets/board-DljLscjI.js";export{o as RefereeBoard};
