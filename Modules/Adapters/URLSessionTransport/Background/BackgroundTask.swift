import Foundation

/// Stored by the system with each task, so that a later process can find the task's transfer.
struct BackgroundTask: Codable, Sendable {
    let id: Int
    let file: String

    /// - Parameter description: a task's `taskDescription`. If this type did not create it, the result is `nil`.
    init?(_ description: String?) {
        guard let description,
            let task = try? JSONDecoder().decode(BackgroundTask.self, from: Data(description.utf8))
        else { return nil }
        self = task
    }

    init(id: Int, file: URL) {
        self.id = id
        self.file = file.path
    }

    /// The value for `taskDescription`.
    var description: String? {
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }
}
