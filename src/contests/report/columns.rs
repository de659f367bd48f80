//! A table in plain text.

/// Rows of cells; the first column is left-aligned, the others right-aligned unless all are
/// left-aligned.
#[derive(Default)]
pub struct Columns {
    rows: Vec<Vec<String>>,
    all_left: bool,
}

impl Columns {
    /// Creates a table without rows in which every column is left-aligned.
    pub fn all_left() -> Columns {
        Columns { all_left: true, ..Columns::default() }
    }

    pub fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Returns the rows as lines, each column as wide as its widest cell.
    pub fn lines(&self) -> Vec<String> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cell = |row: &Vec<String>, column: usize| row.get(column).map_or(0, |cell| cell.chars().count());
        let widths: Vec<usize> =
            (0..columns).map(|column| self.rows.iter().map(|row| cell(row, column)).max().unwrap_or(0)).collect();
        self.rows
            .iter()
            .map(|row| {
                let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match column {
                    _ if self.all_left || column == 0 => format!("{cell:<width$}"),
                    _ => format!("{cell:>width$}"),
                });
                cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
            })
            .collect()
    }
}
