import ArgumentParser
import Networking

/// The options of `strata api` for lists that a server splits into pages.
struct PageOptions: ParsableArguments, Sendable {
    @Flag(help: "Request all pages of a list, and print one page per line.")
    var paginate = false

    @Flag(help: "Print the pages as one JSON array. Needs --paginate.")
    var slurp = false

    @Option(
        help: ArgumentHelp(
            "Stop after this many pages. Without it, more than \(PageOptions.standardLimit.grouped) are an error.",
            valueName: "count"))
    var maxPages: Int?

    /// The limit without `--max-pages`, so that a list without an end is an error.
    static var standardLimit: Int { 1_000 }

    func validate() throws {
        guard paginate || (!slurp && maxPages == nil) else {
            throw ValidationError("--slurp and --max-pages require --paginate.")
        }
        if let maxPages, !(1...100_000).contains(maxPages) {
            throw ValidationError("--max-pages must be from 1 to 100000, not \(maxPages).")
        }
    }
}
