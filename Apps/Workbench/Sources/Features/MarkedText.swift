/// A file's text and the feature markers in it.
struct MarkedText: Sendable {
    let path: String
    let lines: [String]
    /// By the index of the line.
    let markers: [Int: FeatureMarker]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var markers: [Int: FeatureMarker] = [:]
        if text.contains("feature: ") {
            for (index, line) in lines.enumerated() {
                markers[index] = FeatureMarker(endOf: line)
            }
        }
        // In Swift, a string literal can show a marker.
        if path.hasSuffix(".swift"), !markers.isEmpty {
            let comments = Lexer(text).comments
            markers = markers.filter { index, _ in comments.contains { $0.lines.contains(index + 1) } }
        }
        self.markers = markers
    }

    /// What is wrong with the markers, with the number of the line.
    var faults: [(line: Int, what: String)] {
        var open: (line: Int, feature: String)?
        var faults: [(Int, String)] = []
        for (index, marker) in markers.sorted(by: { $0.key < $1.key }) {
            let line = index + 1
            switch marker.kind {
            case .line: break
            case .begin, .end:
                if !marker.isAlone { faults.append((line, "a marker of a block must have a line of its own")) }
                if marker.features.count > 1 { faults.append((line, "a block must belong to one feature")) }
            }
            let feature = marker.features[0]
            switch (marker.kind, open) {
            case (.begin, nil): open = (line, feature)
            case (.begin, let outer?): faults.append((line, "the block of \(outer.feature) has not ended"))
            case (.end, let begun?) where begun.feature == feature: open = nil
            case (.end, _): faults.append((line, "no block of \(feature) has begun"))
            case (.line, let outer?) where outer.feature != feature:
                faults.append((line, "a line of \(feature) is in a block of \(outer.feature)"))
            case (.line, _): break
            }
        }
        if let open {
            faults.append((open.line, "the block of \(open.feature) has no end"))
        }
        return faults
    }

    /// The indices of the lines that belong to these features only: single lines, and blocks with their markers.
    ///
    /// - Throws: ``FeatureError/unbalancedBlock(file:line:what:)``.
    func ranges(of features: Set<String>) throws -> [ClosedRange<Int>] {
        if let fault = faults.first {
            throw FeatureError.unbalancedBlock(file: path, line: fault.line, what: fault.what)
        }
        var ranges: [ClosedRange<Int>] = []
        var begin: Int?
        for (index, marker) in markers.sorted(by: { $0.key < $1.key }) where features.isSuperset(of: marker.features) {
            switch marker.kind {
            case .begin: begin = index
            case .end:
                ranges.append((begin ?? index)...index)
                begin = nil
            case .line: if begin == nil { ranges.append(index...index) }
            }
        }
        return ranges
    }

    /// The text without the lines of these features, and the number of lines that are gone; `nil` if it has none.
    ///
    /// - Throws: ``FeatureError/unbalancedBlock(file:line:what:)``.
    func removing(_ features: Set<String>) throws -> (text: String, count: Int)? {
        let ranges = try ranges(of: features)
        let lines = self.lines.enumerated().map { index, line in
            markers[index].map { $0.removing(features, from: line) } ?? line
        }
        guard !ranges.isEmpty || lines != self.lines else { return nil }
        var kept: [String] = []
        var next = 0
        for range in ranges {
            kept += lines[next..<range.lowerBound]
            next = range.upperBound + 1
            // Where a paragraph was removed, one empty line remains.
            guard next < lines.count, lines[next].isEmpty, kept.last?.isEmpty ?? true else { continue }
            if next + 1 < lines.count {
                next += 1
            } else {
                kept = kept.dropLast()
            }
        }
        kept += lines[next...]
        return (kept.joined(separator: "\n"), ranges.reduce(0) { $0 + $1.count })
    }
}
