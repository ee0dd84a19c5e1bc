/// Names that a generated feature can't use.
enum ReservedNames {
    /// Keywords that can't be a name without backticks.
    static let keywords: Set<String> = [
        "Any", "Self", "Type", "Protocol", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func",
        "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
        "super",
        "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Members of the types that a generated feature extends or conforms to.
    static let members: Set<String> = [
        "all", "columns", "configuration", "container", "description", "debugDescription", "fields", "fixture", "hash",
        "hashValue", "id", "labeledValues", "new", "options", "ownerID", "owner", "run", "schema", "validate",
    ]

    /// Options of every command of the app, which an option for a field can't repeat.
    static let options: Set<String> = [
        "authorities", "baseURL", "booksURL", "dataDir", "deadline", "help", "json", "maxRedirects", "maxRetries",
        "pins",
        "retryEnabled", "session", "settings", "timeout", "trace", "traceFile", "transport", "verbose", "version",
    ]

    /// Types of Swift, Foundation and the packages that a feature's files import.
    static let types: Set<String> = [
        "Actor", "AnyObject", "Array", "Bool", "Bundle", "Calendar", "Channel", "Character", "Clock", "Codable",
        "Collection", "Column", "Configuration", "Container", "Context", "Data", "Database", "Date", "Decimal",
        "Decoder",
        "Dictionary", "Double", "Duration", "Encoder", "Equatable", "Error", "Float", "Hashable", "Host",
        "Identifiable",
        "Instant", "Int", "Iterator", "Locale", "Measurement", "Middleware", "Never", "Notification", "Operation",
        "Optional", "Process", "Progress", "Range", "Record", "Request", "Resource", "Response", "Result", "Router",
        "Row",
        "Scanner", "Schema", "Sendable", "Sequence", "Server", "Set", "Statement", "Stream", "String", "Table", "Task",
        "TaskGroup", "Test", "Suite", "Thread", "TimeZone", "Timer", "Trait", "Unit", "View", "Void",
    ]
}
