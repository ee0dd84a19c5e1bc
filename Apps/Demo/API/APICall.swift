import Composition
import Foundation
import Networking
import Primitives
import RemoteServices
import Services
import Transfers

/// Sends the request of `strata api`.
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

    /// The result: a buffered response, a saved file, or pages that have been printed.
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
                    "\(error.userMessage) Use --output FILE, which has no size limit.",
                    ExitStatus(ServiceFailure(error).kind))
            }
            return .response(try whole(response))
        }
        let download = try FileDownload(
            path, sha256: output.sha256, retries: app.settings.retries, terminal: terminal)
        do {
            return .file(try await download.run(endpoint, with: session, of: partition, within: timeLimit))
        } catch let error as DownloadError {
            guard let failure = Failure(saving: download.file, ServiceFailure(error)) else { throw error }
            throw failure
        }
    }

    /// An endpoint that sends the request to a path on its server.
    func endpoint<Access>(at path: String) -> Endpoint<Access, Data> {
        Endpoint(
            raw.method, EndpointPath(stringLiteral: path), headers: raw.headers, body: raw.body, response: .data,
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
