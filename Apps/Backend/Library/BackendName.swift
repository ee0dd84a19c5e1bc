/// The server's name, in the forms that its clients and its operators read.
package enum BackendName {
    /// The command's name, which messages and log lines begin with.
    package static let command = "strata-backend"
    /// The protection space of its `WWW-Authenticate` fields (RFC 9110, section 11.5).
    static let realm = "strata"
    /// The start of every problem's type, which is a tag URI (RFC 4151).
    static let problemTag = "tag:\(realm).example,2026:problem/"
    /// The id of the OAuth client that is registered from the start.
    static let demoClient = "\(realm)-demo"
}
