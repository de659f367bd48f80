//! The fenced blocks of a page.

/// One of them.
pub struct Block {
    /// Its place: `docs/stdio.md:17`.
    pub place: String,
    /// All that follows the opening fence: `lines to-engine`.
    pub info: String,
    /// Its text.
    pub text: String,
}

impl Block {
    /// The first word of its info string.
    pub fn kind(&self) -> &str {
        self.info.split_once(' ').map_or(&self.info, |(kind, _)| kind)
    }

    /// The rest of its info string.
    pub fn argument(&self) -> &str {
        self.info.split_once(' ').map_or("", |(_, argument)| argument.trim())
    }
}

/// Every fenced block of a page, in order.
pub fn blocks(path: &str, text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some("") if open => open = false,
            Some(info) if !open => {
                open = true;
                let place = format!("{path}:{}", number + 1);
                blocks.push(Block { place, info: info.trim().to_owned(), text: String::new() });
            }
            _ if open => {
                let block = blocks.last_mut().expect("an open block was begun");
                block.text.push_str(line);
                block.text.push('\n');
            }
            _ => {}
        }
    }
    assert!(!open, "{path}: the last block is not closed");
    blocks
}
