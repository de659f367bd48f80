import{R as o}from"./assets/board-BCFz0q0B.js";export{o as RefereeBoard};
