import Testing

@testable import Backend

/// Thousands of random bodies, the same in every run. A failure prints its seed.
struct MultipartFuzzTests {
    private static let boundary = "b-b"
    /// The pieces of the bodies. They have a meaning in multipart syntax, so that interesting cases are frequent.
    private static let pieces = [
        "\r", "\n", "\r\n", "-", "--", "b", "--b-b", "\r\n--b-b", "--b-b--", " ", "\t", ":", ";", "\"", "\\", "=",
        "%22",
        "name", "Content-Disposition: form-data; name=\"n\"", "Content-Type: x/y", "\u{0}", "ü", "\r\n\r\n",
    ].map { Array($0.utf8) }

    private func limits(_ generator: inout SeededGenerator) -> MultipartLimits {
        var limits = MultipartLimits()
        limits.parts = .random(in: 1...6, using: &generator)
        limits.partHead = .random(in: 40...200, using: &generator)
        limits.headerLines = .random(in: 1...4, using: &generator)
        limits.name = .random(in: 1...20, using: &generator)
        limits.total = .random(in: 50...2000, using: &generator)
        return limits
    }

    private func content(_ generator: inout SeededGenerator) -> [UInt8] {
        var content: [UInt8] = []
        for _ in 0..<Int.random(in: 0...12, using: &generator) {
            content += Self.pieces.randomElement(using: &generator) ?? []
        }
        return content
    }

    private func form(_ generator: inout SeededGenerator) -> Form {
        var form = Form(boundary: Self.boundary)
        for index in 0..<Int.random(in: 0...4, using: &generator) {
            form.add("Content-Disposition: form-data; name=\"n\(index)\"", content(&generator))
        }
        return form
    }

    private func mutate(_ body: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var body = body
        for _ in 0..<Int.random(in: 0...5, using: &generator) {
            let place = Int.random(in: 0...body.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: body.insert(contentsOf: Self.pieces.randomElement(using: &generator) ?? [], at: place)
            case 1 where place < body.count: body[place] = .random(in: .min ... .max, using: &generator)
            case 2: body.removeSubrange(place..<min(body.count, place + .random(in: 0...9, using: &generator)))
            default: body.removeSubrange(place...)
            }
        }
        return body
    }

    @Test("mutated bodies parse to the same events for every chunk size, within the limits", arguments: 0..<16)
    func mutations(batch: UInt64) throws {
        for seed in (batch * 500)..<(batch * 500 + 500) {
            var generator = SeededGenerator(seed: seed)
            let body = mutate(form(&generator).bytes, &generator)
            let limits = limits(&generator)
            let whole = MultipartParserTests.parse(body, boundary: Self.boundary, limits: limits)
            for size in [1, 2, 3, Int.random(in: 4...40, using: &generator)] {
                let cut = MultipartParserTests.parse(body, boundary: Self.boundary, limits: limits, chunk: size)
                #expect(cut.events == whole.events && cut.error == whole.error, "seed \(seed), chunks of \(size)")
            }
            check(whole.events, within: limits, of: body, seed: seed)
        }
    }

    private func check(_ events: [MultipartEvent], within limits: MultipartLimits, of body: [UInt8], seed: UInt64) {
        var open = false
        var begun = 0
        var total = 0
        for event in events {
            switch event {
            case .partBegan(let head):
                #expect(!open, "seed \(seed)")
                #expect(head.name.utf8.count <= limits.name, "seed \(seed)")
                open = true
                begun += 1
            case .bytes(let bytes):
                #expect(open && !bytes.isEmpty, "seed \(seed)")
                total += bytes.count
            case .partEnded:
                #expect(open, "seed \(seed)")
                open = false
            }
        }
        #expect(begun <= limits.parts && total <= min(limits.total, body.count), "seed \(seed)")
    }

    @Test("a generated form is parsed back to its parts", arguments: 0..<4)
    func roundTrip(batch: UInt64) throws {
        var complete = 0
        for seed in (batch * 500)..<(batch * 500 + 500) {
            var generator = SeededGenerator(seed: seed ^ 0xF0F0_F0F0)
            let form = form(&generator)
            // The content must not contain the boundary.
            let clash = Array("\r\n--\(Self.boundary)".utf8)
            guard form.parts.allSatisfy({ !(Array("\r\n".utf8) + $0.bytes + Array("\r".utf8)).contains(clash) }) else {
                continue
            }
            complete += 1
            let size = Int.random(in: 1...64, using: &generator)
            let (events, error) = MultipartParserTests.parse(form.bytes, boundary: Self.boundary, chunk: size)
            #expect(error == nil, "seed \(seed)")
            var read: [(String, [UInt8])] = []
            for event in events {
                switch event {
                case .partBegan(let head): read.append((head.name, []))
                case .bytes(let bytes): read[read.count - 1].1 += bytes
                case .partEnded: break
                }
            }
            #expect(read.map(\.0) == form.parts.indices.map { "n\($0)" }, "seed \(seed)")
            #expect(read.map(\.1) == form.parts.map(\.bytes), "seed \(seed)")
        }
        #expect(complete > 50)
    }

    @Test("a large part does not grow the parser's memory")
    func constantMemory() throws {
        var limits = MultipartLimits()
        limits.total = 1 << 30
        var parser = try MultipartParser(boundary: Self.boundary, limits: limits)
        var events: [MultipartEvent] = []
        let chunk = Array(repeating: Array("\r\n--b-".utf8), count: 2000).flatMap(\.self)
        try parser.push(Array("--b-b\r\nContent-Disposition: form-data; name=n\r\n\r\n".utf8), into: &events)
        for _ in 0..<50 {
            events = []
            try parser.push(chunk, into: &events)
            let received = events.reduce(0) { count, event in
                if case .bytes(let bytes) = event { count + bytes.count } else { count }
            }
            #expect(abs(received - chunk.count) < 8)
        }
        // Only the arrays of a struct can grow.
        let counts = Mirror(reflecting: parser).children.compactMap { ($0.value as? [Any])?.count }
        #expect(counts.reduce(0, +) < 100)
    }
}
