import Composition
import Foundation
import Networking
import Primitives
import RemoteServices
import Services
import Transfers

/// Runs `strata api --output`: a download with a progress bar and an optional digest check.
struct FileDownload {
    let file: URL
    let expected: ExpectedDigest?
    /// How many times in a row the download resumes without receiving a new byte.
    let retries: Int
    let terminal: Terminal

    init(_ path: String, sha256: String?, retries: Int, terminal: Terminal) throws(Failure) {
        file = URL(filePath: path)
        self.retries = retries
        self.terminal = terminal
        expected = try sha256.map { text throws(Failure) in
            guard let expected = ExpectedDigest(sha256: text) else {
                throw Failure("--sha256 requires 64 hexadecimal digits, not \"\(text)\".", .usage)
            }
            return expected
        }
    }

    /// - Parameter partition: the owner of a partial file, for calls that a fixed key or password signs.
    func run<Access>(
        _ endpoint: Endpoint<Access, Data>, with session: Session<Access>, of partition: CredentialPartition,
        within limit: Duration?
    ) async throws -> DownloadedFile {
        var policy = DownloadPolicy()
        (policy.partition, policy.timeLimit, policy.triesWithoutProgress) = (partition, limit, retries)
        let progress = ProgressFeed()
        let bar = ProgressBar(file.lastPathComponent, on: terminal)
        async let shown: Void = { for await moment in progress { bar.show(moment) } }()
        let result: Result<DownloadedFile, DownloadError>
        do throws(DownloadError) {
            result = .success(
                try await session.download(
                    endpoint, to: file, expecting: expected, policy: policy, progress: progress))
        } catch {
            result = .failure(error)
        }
        await shown
        bar.end()
        if case .failure(let error) = result {
            StoredBytes(file: file).note(after: ServiceFailure(error), on: terminal)
        }
        return try result.get()
    }
}
