import Foundation

/// Prints only the path of a database. By reflection, the text of a database or of a store on it would include tokens,
/// because GRDB caches statements with their last arguments.
extension SQLiteDatabase: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SQLiteDatabase at \(fileURL.path)" }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: []) }
}
