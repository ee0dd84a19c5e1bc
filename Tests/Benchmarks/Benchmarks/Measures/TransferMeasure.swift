import Foundation
import Networking
import RemoteServices
import Services
import Transfers

/// Large bodies between a disk and a socket.
enum TransferMeasure {
    /// A multipart upload of a file of `size` bytes, which is written to `folder`.
    static func upload(
        size: Int, folder: URL, port: Int, transport: any Transport, raw: RawClient
    ) throws -> Measure {
        let file = folder.appending(path: "upload.bin")
        try writeZeros(size, to: file)
        let session = try Client.benchmark(.standard(over: transport), port: port).session(for: Guest.self)
        var contenders = [
            Contender("AsyncHTTPClient, streamed") { _ in try check(await raw.upload(file).bytes, atLeast: size) },
            Contender("the whole stack, multipart") { _ in
                let part = try MultipartForm.Part.file("file", at: file, contentType: "application/octet-stream")
                let form = MultipartForm(parts: [part], boundary: UUID())
                try check(await session.send(.upload(form)).bytes, atLeast: size)
            },
        ]
        if let curl = ChildProcess.curl {
            contenders.append(
                Contender("curl -F") { _ in
                    try await ChildProcess.run(
                        curl, ["-sf", "-H", "Expect:", "-F", "file=@\(file.path)", "http://127.0.0.1:\(port)/upload"])
                })
        }
        return Measure("upload", "Upload of \(size >> 20) MiB from disk", repetitions: 1, contenders)
    }

    /// A download of `size` bytes to `folder`.
    static func download(
        size: Int, folder: URL, port: Int, transport: any Transport, raw: RawClient
    ) throws -> Measure {
        let session = try Client.benchmark(.standard(over: transport), port: port).session(for: Guest.self)
        let file = folder.appending(path: "download.bin")
        // Every download creates a new file. A file system may flush a truncated file at once, which halves the speed of a
        // program that writes in place.
        let remove = { @Sendable in
            if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
        }
        var contenders = [
            Contender("AsyncHTTPClient + write(2)", prepare: remove) { _ in
                try check(await raw.download(size, to: file), atLeast: size)
            },
            Contender("the whole stack, resumable", prepare: remove) { _ in
                let endpoint = Endpoint<Guest, Data>(.get, "/bytes/\(size)", response: .data)
                _ = try await session.download(endpoint, to: file)
            },
        ]
        if let curl = ChildProcess.curl {
            contenders.append(
                Contender("curl -o", prepare: remove) { _ in
                    try await ChildProcess.run(
                        curl, ["-sf", "-o", file.path, "http://127.0.0.1:\(port)/bytes/\(size)"])
                })
        }
        return Measure("download", "Download of \(size >> 20) MiB to disk", repetitions: 1, contenders)
    }

    /// The peak of this process while each of the contenders in it runs alone; curl has a process of its own.
    static func peaks(_ measure: Measure) async throws -> [String] {
        var notes: [String] = []
        for contender in measure.contenders where !contender.name.hasPrefix("curl") {
            try contender.prepare()
            guard PeakMemory.reset() else { return [] }
            try await contender.run(1)
            if let peak = PeakMemory.read() {
                notes.append("peak memory of the process, \(contender.name): \(peak) MiB")
            }
        }
        return notes
    }

    private static func writeZeros(_ size: Int, to file: URL) throws {
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
            throw BenchmarkFailure("\(file.path) can't be created.")
        }
        let handle = try FileHandle(forWritingTo: file)
        defer { handle.closeFile() }
        let piece = Data(count: 1 << 20)
        for start in stride(from: 0, to: size, by: piece.count) {
            try handle.write(contentsOf: piece.prefix(min(piece.count, size - start)))
        }
    }

    private static func check(_ count: Int, atLeast size: Int) throws {
        guard count >= size else { throw BenchmarkFailure("\(count) bytes of \(size) arrived") }
    }
}
