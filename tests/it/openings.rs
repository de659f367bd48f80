//! Judging openings on several threads gives the same result as on one.

use referee::{
    games,
    openings::{Judge, Recipe, Work, make},
    runner::judging::judge,
};

#[test]
fn threads_make_the_same_openings() {
    let game = games::find("kamisado").expect("the game is registered");
    let setting = game.facts().setting(0, []).expect("the usual options are taken");
    let recipe = Recipe {
        plies: 2,
        count: 5,
        candidates: 12,
        judge: Judge { nodes: 60, depth: 2 },
        choosing_matches: 8,
        checking_matches: 6,
        max_bias: 0.25,
        seed: 7,
    };
    let all = &mut |work: &[Work<'_>]| work.iter().map(Work::done).collect();
    let made = make(game, &setting, &recipe, all).expect("the recipe is good");
    for threads in [1, 3, 64] {
        let told = &mut Vec::new();
        let on_threads = &mut |work: &[Work<'_>]| judge(work, threads, &mut |done| told.push(done));
        assert_eq!(made, make(game, &setting, &recipe, on_threads).unwrap(), "{threads} threads");
        let steps: Vec<usize> = (1..=12).chain(1..=made.openings.len()).collect();
        assert_eq!(*told, steps, "{threads} threads");
    }
}
