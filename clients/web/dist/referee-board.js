import{R as o}from"./assets/board-CYb6s09u.js";export{o as RefereeBoard};
