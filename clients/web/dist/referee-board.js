import{R as o}from"./assets/board-DsUN6dpg.js";export{o as RefereeBoard};
