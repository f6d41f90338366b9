# Prints, as JSON, what R makes of each column of the CSV files in a folder when nobody tells it the types.
folder <- commandArgs(trailingOnly = TRUE)[1]
quoted <- function(text) paste0('"', text, '"')
told <- function(column) {
  present <- column[!is.na(column)]
  sprintf('{"type": "%s", "present": %d, "unlike": %d}', class(column)[1], length(present), length(unique(present)))
}
tables <- vapply(list.files(folder, pattern = "[.]csv$"), function(file) {
  read <- read.csv(file.path(folder, file), check.names = FALSE, encoding = "UTF-8", na.strings = c("NA", ""))
  paste0(quoted(sub("[.]csv$", "", file)), ": {", paste(quoted(names(read)), vapply(read, told, ""), sep = ": ", collapse = ", "), "}")
}, "")
cat("{", paste(tables, collapse = ",\n"), "}\n")
