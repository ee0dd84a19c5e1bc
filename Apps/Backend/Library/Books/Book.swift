/// One entry of the catalog.
struct Book: Equatable, Sendable {
    enum Medium: String, Sendable {
        case text = "Text"
        case sound = "Sound"
    }

    /// Project Gutenberg's number, or 1,000,000 and up for a sample volume.
    let id: Int
    let title: String
    /// Empty if the catalog names none.
    var authors: [Person] = []
    var editors: [Person] = []
    var translators: [Person] = []
    var summaries: [String] = []
    /// Sorted, as are `bookshelves` and `languages`.
    var subjects: [String] = []
    var bookshelves: [String] = []
    /// Codes of ISO 639-1.
    var languages = ["en"]
    /// Whether the work is under copyright in the USA; `nil` if that is unknown.
    var copyright: Bool? = false
    var medium = Medium.text
    /// The address of a recording.
    var audio: String?
    var downloadCount = 0
}
