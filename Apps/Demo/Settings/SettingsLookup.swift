/// Finds the value of a setting: from its option, or from the first source that has it.
struct SettingsLookup {
    /// In order of precedence, after the command line.
    let places: [SettingsSource]

    func text<Value>(
        _ key: SettingKey, typed: String?, _ setting: Setting<String, Value>
    ) throws(SettingsError) -> Value? {
        if let typed { return try read(typed, of: key, setting) }
        for place in places {
            guard let text = try place.text(key) else { continue }
            return try place.read(text, of: key, setting)
        }
        return nil
    }

    func number<Value>(
        _ key: SettingKey, typed: Double?, _ setting: Setting<Double, Value>
    ) throws(SettingsError) -> Value? {
        if let typed { return try read(typed, of: key, setting) }
        for place in places {
            guard let number = try place.number(key) else { continue }
            return try place.read(number, of: key, setting)
        }
        return nil
    }

    private func read<Raw, Value>(
        _ typed: Raw, of key: SettingKey, _ setting: Setting<Raw, Value>
    ) throws(SettingsError) -> Value {
        do throws(Misfit) {
            return try setting.read(typed).get()
        } catch {
            throw .typed(key, error)
        }
    }
}

/// A setting that can't be used: its source, its name and the reason.
struct SettingsError: Error, Equatable {
    let source: String
    /// As the source spells it; `nil` if the whole source can't be used.
    let key: String?
    let reason: String
    /// ``ExitStatus/settings``, unless the value was passed as an option.
    var status = ExitStatus.settings

    var userMessage: String {
        key.map { "\(source): \($0) \(reason)" } ?? "\(source) \(reason)"
    }

    /// The error for a value that was passed as an option.
    static func typed(_ key: SettingKey, _ misfit: Misfit) -> SettingsError {
        SettingsError(source: "The command line", key: key.option, reason: misfit.reason, status: misfit.statusIfTyped)
    }
}
