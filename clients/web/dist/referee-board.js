import{R as o}from"./assets/board-D1p_NJfW.js";export{o as RefereeBoard};
