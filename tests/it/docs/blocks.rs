//! The fenced blocks of a page.

/// A fenced block.
pub struct Block {
    /// The place of the block, such as `docs/stdio.md:17`.
    pub place: String,
    /// The info string after the opening fence, such as `lines to-engine`.
    pub info: String,
    pub text: String,
}

impl Block {
    /// Returns the first word of the info string.
    pub fn kind(&self) -> &str {
        self.info.split_once(' ').map_or(&self.info, |(kind, _)| kind)
    }

    /// Returns the rest of the info string.
    pub fn argument(&self) -> &str {
        self.info.split_once(' ').map_or("", |(_, argument)| argument.trim())
    }
}

/// Returns every fenced block of a page, in order.
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
