import Foundation

/// GRDB keeps statements for their next use, with the arguments of the last: tokens among them. Whatever prints a database, or
/// a store on it, sees where it lies and nothing within.
extension SQLiteDatabase: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SQLiteDatabase at \(fileURL.path)" }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: []) }
}
