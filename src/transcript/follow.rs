//! Follows the events of a match to know the position after every step.

use crate::{
    games::{self, Course, Game, rules::Setting, scene::Scene},
    ids::Viewer,
};

/// The position of a match that is followed. After a step that cannot be followed, such as one that
/// hides something, there is no position until the next round.
pub struct Follower {
    game: &'static dyn Game,
    setting: Setting,
    start: Option<Course>,
    course: Option<Course>,
    steps: Vec<String>,
}

impl Follower {
    /// Opens a match of a known game before its first round; `None` if the game or one of the
    /// options is unknown.
    pub fn open<'a>(
        game: &str,
        seats: usize,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Option<Follower> {
        let game = games::find(game)?;
        let setting = game.facts().setting(u8::try_from(seats).ok()?, options).ok()?;
        Some(Follower { game, setting, start: None, course: None, steps: Vec::new() })
    }

    /// Starts a round with this position.
    pub fn round(&mut self, round: u32, position: &str) {
        let totals = vec![games::rules::Points::ZERO; usize::from(self.setting.seats())];
        self.start = Course::parse(self.game, &self.setting, round, totals, position).ok();
        self.course = self.start.clone();
        self.steps.clear();
    }

    /// Plays a step. Returns the viewer's scene after it.
    pub fn step(&mut self, notation: &str, viewer: Viewer) -> Option<Scene> {
        let course = self.course.as_mut()?;
        if course.play(notation).is_err() {
            self.course = None;
            return None;
        }
        self.steps.push(notation.to_owned());
        Some(course.position().scene(viewer))
    }

    /// Keeps only the first `steps` steps of the round. Returns the viewer's scene after them.
    pub fn taken_back(&mut self, steps: usize, viewer: Viewer) -> Option<Scene> {
        let mut course = self.start.clone()?;
        self.steps.truncate(steps);
        for step in &self.steps {
            course.play(step).ok()?;
        }
        let scene = course.position().scene(viewer);
        self.course = Some(course);
        Some(scene)
    }

    /// Returns the viewer's scene of the present position.
    pub fn scene(&self, viewer: Viewer) -> Option<Scene> {
        Some(self.course.as_ref()?.position().scene(viewer))
    }
}
