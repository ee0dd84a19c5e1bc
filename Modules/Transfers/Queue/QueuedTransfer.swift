public import Foundation

/// A download in a queue: its source, its destination and its state.
///
/// It stores intent only. The number of received bytes is in the download's own record beside the file, so the two
/// can't contradict each other. "Running" is not a state: a lock shows it, and ends with its process.
public struct QueuedTransfer: Sendable, Hashable, Identifiable {
    /// Assigned by the store, in the order of adding; never used again.
    public let id: Int
    /// An `http` or `https` URL.
    public let source: URL
    /// Where the complete file goes.
    public let file: URL
    /// The account whose credential signs the request, in the app's own form and without the credential; `nil` for a
    /// request without one.
    public let account: String?
    public var state: State

    public init(id: Int, source: URL, file: URL, account: String? = nil, state: State = .queued) {
        self.id = id
        self.source = source.absoluteURL
        self.file = URL(filePath: Self.path(of: file), directoryHint: .notDirectory)
        self.account = account
        self.state = state
    }

    /// One spelling for `/a/b`, `/a//b` and `/a/./b`, which are one file. `..` stays: after a symbolic link it leads
    /// to the parent of that link's target.
    private static func path(of file: URL) -> String {
        "/" + file.absoluteURL.path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    /// Whether a run may start a transfer, or how the transfer ended.
    public enum State: Sendable, Hashable {
        /// The next run starts or continues it.
        case queued
        /// No run starts it until it is resumed.
        case paused
        /// The file is complete and in its place.
        case done(length: Int64)
        /// It can't succeed without a change; `reason` is a sentence for users.
        case failed(reason: String)
    }

    /// A request or a result that changes the state of a transfer.
    public enum Event: Sendable, Hashable {
        case pause
        /// Also tries a failed transfer again.
        case resume
        case finish(length: Int64)
        case fail(reason: String)
    }
}

extension QueuedTransfer.State {
    /// The state after an event; `nil` if the event does not apply, and the state stays.
    public func after(_ event: QueuedTransfer.Event) -> Self? {
        switch (self, event) {
        case (.queued, .pause), (.paused, .pause): .paused
        case (.queued, .resume), (.paused, .resume), (.failed, .resume): .queued
        // The download was complete before the pause could stop it.
        case (.queued, .finish(let length)), (.paused, .finish(let length)): .done(length: length)
        case (.queued, .fail(let reason)): .failed(reason: reason)
        // The pause itself may have caused the failure. If not, the transfer fails again after it is resumed.
        case (.paused, .fail): nil
        case (.done, _), (.failed, _): nil
        }
    }
}
