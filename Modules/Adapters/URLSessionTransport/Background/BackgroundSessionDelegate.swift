import Foundation
import Networking
import Synchronization
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Receives the events of background tasks on URLSession's own queue, and moves complete files into their place.
final class BackgroundSessionDelegate: NSObject, URLSessionDownloadDelegate {
    /// An element of ``events``, which are handled in their order.
    enum Event: Sendable {
        case ended(QueuedTransfer.ID, Result<Int64, TransferFailure>)
        /// All events that the system had for the app have been delivered.
        case delivered
        /// Resumed when all earlier events are stored.
        case barrier(CheckedContinuation<Void, Never>)
    }

    let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private let report: @Sendable (QueuedTransfer.ID, TransferProgress) -> Void
    /// The result of each downloaded file, by task, until the task ends.
    private let files = Mutex<[Int: Result<Int64, TransferFailure>]>([:])

    /// - Parameter report: receives the progress of each task.
    init(report: @escaping @Sendable (QueuedTransfer.ID, TransferProgress) -> Void) {
        (events, continuation) = AsyncStream.makeStream()
        self.report = report
    }

    /// Returns when all events so far are stored.
    func settle() async {
        await withCheckedContinuation { barrier in
            if case .terminated = continuation.yield(.barrier(barrier)) { barrier.resume() }
        }
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        guard let task = BackgroundTask(downloadTask.taskDescription) else { return }
        let total = totalBytesExpectedToWrite > 0 ? totalBytesExpectedToWrite : nil
        report(task.id, TransferProgress(completed: totalBytesWritten, total: total))
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        // The system deletes the file when this method returns.
        guard let task = BackgroundTask(downloadTask.taskDescription) else { return }
        let result: Result<Int64, TransferFailure>
        do throws(TransferFailure) {
            result = .success(try Self.publish(location, of: downloadTask, to: URL(filePath: task.file)))
        } catch {
            result = .failure(error)
        }
        files.withLock { $0[downloadTask.taskIdentifier] = result }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let file = files.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        guard let transfer = BackgroundTask(task.taskDescription) else { return }
        let result = file ?? .failure(error.map { Self.failure($0, of: task) } ?? .delayed(reason: "No file arrived."))
        continuation.yield(.ended(transfer.id, result))
    }

    #if canImport(Darwin)
    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        continuation.yield(.delivered)
    }
    #endif

    private static func publish(
        _ location: URL, of task: URLSessionTask, to file: URL
    ) throws(TransferFailure) -> Int64 {
        let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else {
            let error = NetworkError(.status(HTTPFailure(status: status)), metadata(of: task))
            throw TransferFailure(error, isSigned: task.isSigned)
        }
        do {
            let length = try location.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            if FileManager.default.fileExists(atPath: file.path) {
                _ = try FileManager.default.replaceItemAt(file, withItemAt: location)
            } else {
                try FileManager.default.moveItem(at: location, to: file)
            }
            return Int64(length)
        } catch {
            throw .failed(reason: "The file can't be saved to \(file.path): \(error.localizedDescription)")
        }
    }

    private static func failure(_ error: any Error, of task: URLSessionTask) -> TransferFailure {
        if (error as? URLError)?.code == .cancelled { return .cancelled }
        let failure = FailureTranslator().translate(error, hasHead: task.response != nil)
        return TransferFailure(NetworkError(.transport(failure), metadata(of: task)), isSigned: task.isSigned)
    }

    /// Omits the query of the URL, which may contain a secret.
    private static func metadata(of task: URLSessionTask) -> NetworkError.RequestMetadata {
        let url = task.originalRequest?.url?.absoluteString ?? ""
        return NetworkError.RequestMetadata(
            requestID: UUID(), operation: "transfer", method: "GET", url: String(url.prefix { $0 != "?" }), attempts: 1)
    }
}

extension URLSessionTask {
    /// Whether the request has a credential.
    fileprivate var isSigned: Bool { originalRequest?.value(forHTTPHeaderField: "Authorization") != nil }
}

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
