import Digests
import Foundation
import Networking

/// `strata api --output`: a download with its bar, and with its digest where one is asked for.
struct FileDownload {
    let file: URL
    let sha256: String?
    let terminal: Terminal

    func run<Access>(_ endpoint: Endpoint<Access, Data>, with session: Session<Access>) async throws -> DownloadedFile {
        let expected = try sha256.map(Self.digest)
        let progress = ProgressFeed()
        let bar = ProgressBar(file.lastPathComponent, on: terminal)
        return try await withThrowingTaskGroup(of: DownloadedFile?.self) { group in
            group.addTask {
                try await session.download(endpoint, to: file, expecting: expected, progress: progress)
            }
            group.addTask {
                for await moment in progress { bar.show(moment) }
                return nil
            }
            for try await result in group {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    private static func digest(_ text: String) throws(Failure) -> ExpectedDigest {
        guard let digest = ContentDigest(hexadecimal: text) else {
            throw Failure("--sha256 wants 64 hexadecimal digits.", .usage)
        }
        return ExpectedDigest(digest, by: SHA256Hashing())
    }
}
