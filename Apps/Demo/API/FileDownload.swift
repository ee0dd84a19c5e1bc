import Digests
import Foundation
import Networking
import Primitives
import Transfers

/// `strata api --output`: a download with its bar, and with its digest where one is asked for.
struct FileDownload {
    let file: URL
    let expected: ExpectedDigest?
    /// How often in a row it goes on by itself without a new byte.
    let retries: Int
    let terminal: Terminal

    init(_ path: String, sha256: String?, retries: Int, terminal: Terminal) throws(Failure) {
        file = URL(filePath: path)
        self.retries = retries
        self.terminal = terminal
        expected = try sha256.map { text throws(Failure) in
            guard text.count == 64, let expected = ExpectedDigest(text, by: SHA256Hashing()) else {
                throw Failure("--sha256 wants 64 hexadecimal digits.", .usage)
            }
            return expected
        }
    }

    /// - Parameter partition: of calls that a fixed key or password signs.
    func run<Access>(
        _ endpoint: Endpoint<Access, Data>, with session: Session<Access>, of partition: CredentialPartition,
        within limit: Duration?
    ) async throws -> DownloadedFile {
        var policy = DownloadPolicy()
        (policy.partition, policy.timeLimit, policy.triesWithoutProgress) = (partition, limit, retries)
        let progress = ProgressFeed()
        let bar = ProgressBar(file.lastPathComponent, on: terminal)
        async let shown: Void = { for await moment in progress { bar.show(moment) } }()
        let result: Result<DownloadedFile, NetworkError>
        do throws(NetworkError) {
            result = .success(
                try await session.download(
                    endpoint, to: file, expecting: expected, policy: policy, progress: progress))
        } catch {
            result = .failure(error)
        }
        await shown
        bar.end()
        if case .failure(let error) = result { showStored(after: error) }
        return try result.get()
    }

    /// Says what the next run can continue with. Partial files that have no record, or that belong to another download, are
    /// not this one's.
    private func showStored(after error: NetworkError) {
        switch error.cause.downloadFailure {
        case .busy, .partialFileConflict, .diskFull: return
        default: break
        }
        let partial = file.path + ".partial"
        guard FileManager.default.fileExists(atPath: partial + ".json"),
            let length = try? URL(filePath: partial).resourceValues(forKeys: [.fileSizeKey]).fileSize, length > 0
        else { return }
        terminal.note("\(length.grouped) bytes are stored in \(partial). Run the same command again to continue.")
    }
}
