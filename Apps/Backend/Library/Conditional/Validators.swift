import HTTPTypes

/// The validators of a resource's current version.
struct Validators: Equatable, Sendable {
    /// Always strong, because the same version is always the same bytes.
    let tag: EntityTag
    /// `nil` for a list, because a deletion changes it and leaves no date.
    let modified: HTTPDate?

    var fields: HTTPFields {
        var fields: HTTPFields = [.eTag: tag.description]
        fields[.lastModified] = modified?.description
        return fields
    }
}
