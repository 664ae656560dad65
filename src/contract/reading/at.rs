//! Where a value is in its file, as a JSON pointer (RFC 6901).

/// Where a value is: the JSON pointer, written out only when a finding needs it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At<'p> {
    parent: Option<&'p At<'p>>,
    step: Step<'p>,
}

#[derive(Debug, Clone, Copy)]
enum Step<'p> {
    Root,
    Key(&'p str),
    Index(usize),
}

impl<'p> At<'p> {
    /// The root of a file.
    pub(crate) const ROOT: At<'static> = At { parent: None, step: Step::Root };

    /// The member `key` of this value.
    pub(crate) fn key(&'p self, key: &'p str) -> At<'p> {
        At { parent: Some(self), step: Step::Key(key) }
    }

    /// The element `index` of this value.
    pub(crate) fn index(&'p self, index: usize) -> At<'p> {
        At { parent: Some(self), step: Step::Index(index) }
    }

    /// The JSON pointer (RFC 6901).
    pub(crate) fn pointer(&self) -> String {
        let mut pointer = self.parent.map(At::pointer).unwrap_or_default();
        match self.step {
            Step::Root => {}
            Step::Key(key) => {
                pointer.push('/');
                pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
            }
            Step::Index(index) => {
                pointer.push('/');
                pointer.push_str(&index.to_string());
            }
        }
        pointer
    }
}

#[cfg(test)]
mod tests {
    use super::At;

    #[test]
    fn pointers_escape_tilde_and_slash() {
        let (root, list) = (At::ROOT, At::ROOT.key("a/b~c"));
        assert_eq!((root.pointer().as_str(), list.index(3).pointer().as_str()), ("", "/a~1b~0c/3"));
    }
}
