//! Encodes the events of one commit as one row. Each event is its match number, its event number,
//! its length and its bytes.

/// An appended event.
pub(crate) struct Entry {
    /// Number of the match.
    pub number: i64,
    /// Number of the event in its match.
    pub seq: i64,
    pub bytes: Vec<u8>,
}

/// Size in bytes of the three numbers before an event.
const HEAD: usize = 8 + 8 + 4;

/// Encodes entries as the bytes of a row.
pub fn encode(entries: &[Entry]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(entries.iter().map(|entry| HEAD + entry.bytes.len()).sum());
    for entry in entries {
        bytes.extend_from_slice(&entry.number.to_le_bytes());
        bytes.extend_from_slice(&entry.seq.to_le_bytes());
        // `store::limits` limits an event to some kilobytes.
        let length = u32::try_from(entry.bytes.len()).expect("an event that fits into the store fits into 4 GiB");
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(&entry.bytes);
    }
    bytes
}

/// Decodes the bytes of a row; `None` if they are invalid.
pub fn decode(mut bytes: &[u8]) -> Option<Vec<Entry>> {
    let mut entries = Vec::new();
    while !bytes.is_empty() {
        let (number, rest) = bytes.split_first_chunk()?;
        let (seq, rest) = rest.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let (event, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let (number, seq) = (i64::from_le_bytes(*number), i64::from_le_bytes(*seq));
        entries.push(Entry { number, seq, bytes: event.to_vec() });
        bytes = rest;
    }
    Some(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_as_they_were_written_and_nothing_else_is() {
        let entry = |number, seq, bytes: &[u8]| Entry { number, seq, bytes: bytes.to_vec() };
        let written = encode(&[entry(7, 3, b"one"), entry(i64::MAX, 1, b""), entry(7, 4, b"two")]);
        let read = decode(&written).expect("it was written so");
        let read: Vec<_> = read.iter().map(|entry| (entry.number, entry.seq, &*entry.bytes)).collect();
        assert_eq!(read, [(7, 3, &b"one"[..]), (i64::MAX, 1, b""), (7, 4, b"two")]);
        assert!(decode(&[]).is_some_and(|none| none.is_empty()));
        let ends = [0, HEAD + 3, 2 * HEAD + 3, written.len()];
        for length in 0..=written.len() {
            assert_eq!(decode(&written[..length]).is_some(), ends.contains(&length), "{length} bytes");
        }
    }
}
