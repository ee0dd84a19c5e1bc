import ArgumentParser
import Models

struct BookConditions: ParsableArguments, Sendable {
    @Option(
        name: .customLong("language"),
        help: ArgumentHelp(
            "Require this language, such as en or grc. Repeat the option for several.", valueName: "code"))
    var languages: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Require an author who lived in these years: -500..200, 1850.., ..-1 or one year. Years before 1 are negative: 0 is \
            1 BCE.
            """, valueName: "from..to"))
    var authorYears: String?

    @Option(
        help: ArgumentHelp(
            "Require this copyright status in the USA. Repeat the option for several.",
            valueName: "status"))
    var copyright: [CopyrightArgument] = []

    @Option(
        name: .customLong("id"),
        help: ArgumentHelp("List the book with this number. Repeat the option for several.", valueName: "number"))
    var ids: [Int] = []

    @Option(help: ArgumentHelp("Require this text in a subject or the name of a bookshelf.", valueName: "text"))
    var topic: String?

    @Option(
        help: ArgumentHelp(
            "Require this media type of a file, or its beginning, such as text/html or text/.",
            valueName: "type"))
    var mimeType: String?

    func query(search: String, sort: BookQuery.Sort) throws(InvalidValue) -> BookQuery {
        var (codes, numbers): (Set<LanguageCode>, Set<Book.ID>) = ([], [])
        for language in languages { codes.insert(try LanguageCode(language)) }
        for id in ids { numbers.insert(try Book.ID(id)) }
        return BookQuery(
            search: search, languages: codes,
            authorYears: try authorYears.map { text throws(InvalidValue) in try BookQuery.Years(argument: text) },
            copyright: Set(copyright.map(\.value)), ids: numbers, topic: topic ?? "", mimeType: mimeType ?? "",
            sort: sort)
    }
}

enum CopyrightArgument: String, CaseIterable, ExpressibleByArgument {
    case yes, no, unknown

    init(_ copyright: Book.Copyright) {
        switch copyright {
        case .protected: self = .yes
        case .publicDomain: self = .no
        case .unknown: self = .unknown
        }
    }

    var value: Book.Copyright {
        switch self {
        case .yes: .protected
        case .no: .publicDomain
        case .unknown: .unknown
        }
    }
}

extension BookQuery.Years {
    /// Parses `A..B`, `A..`, `..B` or a single year.
    init(argument text: String) throws(InvalidValue) {
        let parts = text.split(separator: "..", omittingEmptySubsequences: false)
        let years = parts.map { Int($0) }
        guard (1...2).contains(parts.count), zip(parts, years).allSatisfy({ $0.isEmpty || $1 != nil }) else {
            throw InvalidValue(
                field: "author_years", reason: "--author-years requires years such as -500..200, 1850.. or ..-1.")
        }
        try self.init(from: years[0], through: years[years.count - 1])
    }
}
