import CommandLine
import Composition
import Foundation
import Networking
import Primitives
import RemoteServices
import Services
import Transfers

struct APICall {
    let raw: RawRequest
    let app: ComposedApp
    let settings: RunSettings
    let options: CredentialOptions
    let output: ResponseOptions
    /// The limit of a whole download. The pipeline's deadline applies only until a response begins.
    let timeLimit: Duration?
    let terminal: Terminal
    /// Prints the pages of `--paginate`; `nil` for a single response.
    var pages: PagePrinter?

    enum Outcome {
        case response(RawResponse)
        case file(DownloadedFile)
        case pages
    }

    func send() async throws -> Outcome {
        try checkHeaders()
        let session = TargetSession(
            target: raw.target, headers: raw.headers, app: app, settings: settings, options: options, curl: output.curl,
            terminal: terminal)
        return try await session.open(for: self)
    }

    /// Rejects header fields that a download would replace silently.
    private func checkHeaders() throws(Failure) {
        guard case .file = output.destination else { return }
        guard raw.method == .get else { throw Failure("--output FILE requires a GET request.", .usage) }
        for header in raw.headers {
            guard let reason = AutomaticField.reason(header.name, isDownload: true) else { continue }
            throw Failure("--header \(header.name): \(reason)", .usage)
        }
    }
}

extension APICall: SessionUse {
    func run<Access>(with session: Session<Access>, of partition: CredentialPartition) async throws -> Outcome {
        if let pages { return try await printPages(of: session, with: pages) }
        let endpoint: Endpoint<Access, Data> = endpoint(at: raw.target.path)
        guard case .file(let path) = output.destination else {
            let response: RawResponse
            do throws(NetworkError) {
                response = try await session.response(to: endpoint)
            } catch {
                guard raw.method == .get, case .transport(.responseTooLarge) = error.cause else { throw error }
                throw Failure(
                    "\(error.userMessage) Use --output FILE, which saves a larger one.",
                    Failure.Status(ServiceFailure(error).kind))
            }
            return .response(try whole(response))
        }
        do {
            return .file(try await download(endpoint, to: URL(typed: path), with: session, of: partition))
        } catch let error as DownloadError {
            guard let failure = Failure(saving: URL(typed: path), ServiceFailure(error)) else { throw error }
            throw failure
        }
    }

    /// Downloads with a progress bar and an optional digest check.
    ///
    /// - Parameter partition: the owner of a partial file, for calls that a fixed key or password signs.
    private func download<Access>(
        _ endpoint: Endpoint<Access, Data>, to file: URL, with session: Session<Access>,
        of partition: CredentialPartition
    ) async throws -> DownloadedFile {
        let expected = try output.sha256.map { text throws(Failure) in
            guard let expected = ExpectedDigest(sha256: text) else {
                throw Failure("--sha256 requires 64 hexadecimal digits, not \"\(text)\".", .usage)
            }
            return expected
        }
        var policy = TransferPolicy()
        // The retries count only while no new byte arrives.
        (policy.partition, policy.timeLimit, policy.triesWithoutProgress) = (partition, timeLimit, app.settings.retries)
        let (progress, bar) = (ProgressFeed(), ProgressBar(file.lastPathComponent, on: terminal))
        async let shown: Void = { for await moment in progress { bar.show(moment) } }()
        let result: Result<DownloadedFile, DownloadError>
        do throws(DownloadError) {
            result = .success(
                try await session.download(endpoint, to: file, expecting: expected, policy: policy, progress: progress))
        } catch {
            result = .failure(error)
        }
        await shown
        bar.end()
        if case .failure(let error) = result {
            terminal.noteStoredBytes(of: file, after: ServiceFailure(error))
        }
        return try result.get()
    }

    func endpoint<Access>(at path: String) -> Endpoint<Access, Data> {
        Endpoint(
            raw.method, EndpointPath(encoded: path), headers: raw.headers, body: raw.body, response: .data,
            operation: "\(AppName.command) api")
    }

    /// Throws if the server sent a part of the resource although the request was for all of it. A reader of standard
    /// output would mistake the part for the whole.
    func whole(_ response: RawResponse) throws(Failure) -> RawResponse {
        guard response.status == 206, !raw.headers.contains(where: { $0.name.lowercased() == "range" }) else {
            return response
        }
        let range = response.header("Content-Range").map { " (Content-Range: \($0.printable))" } ?? ""
        throw Failure(
            "The server sent only a part\(range) of the resource (status 206), but the request was for all of it. "
                + "Nothing was printed. To print the part, add --header \"Range: bytes=0-\".",
            .notUnderstood)
    }
}

extension ProgressBar {
    func show(_ progress: TransferProgress) {
        show(progress.fraction, of: progress.total, rate: progress.isComplete ? nil : progress.rateText)
    }
}

extension TransferProgress {
    /// The rate in decimal units and the remaining time; `nil` before the first measurement.
    var rateText: String? {
        bytesPerSecond.map { rate in
            let kilobytes = Int(rate / 1_000)
            let text = kilobytes < 1_000 ? "\(kilobytes) kB/s" : "\((rate / 100_000).rounded() / 10) MB/s"
            return remaining.map { "\(text), \($0.roundedUp) left" } ?? text
        }
    }
}
