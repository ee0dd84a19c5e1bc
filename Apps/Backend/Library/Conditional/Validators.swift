import HTTPTypes

/// What the present state of a resource can be compared by.
struct Validators: Equatable, Sendable {
    /// Always strong: every answer here is the same bytes for the same state.
    let tag: EntityTag
    /// `nil` where no date could be true, as with a list, which deleting makes younger without changing any of it.
    let modified: HTTPDate?

    var fields: HTTPFields {
        var fields: HTTPFields = [.eTag: tag.description]
        fields[.lastModified] = modified?.description
        return fields
    }
}
