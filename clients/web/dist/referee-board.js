import{R as o}from"./assets/board-CwKfKt3e.js";export{o as RefereeBoard};
