"""What commands share: arguments, options, languages, the terminal."""
