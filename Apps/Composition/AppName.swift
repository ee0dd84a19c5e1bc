/// The app's name, in the forms that people and other programs read. `make rename` replaces it.
public enum AppName {
    /// As a title: `Strata`.
    public static let title = "Strata"

    /// In lower case, as the command: `strata`. Messages begin with it, and the user's folders, the User-Agent field and
    /// log labels contain it.
    public static let command = title.lowercased()

    /// The start of the names of environment variables: `STRATA_`.
    public static let variablePrefix = title.uppercased() + "_"
}
