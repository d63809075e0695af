// Answers SQL questions about the Parquet files of a directory: `node query.mjs DIRECTORY`, with a JSON array of statements on
// standard input. Prints a JSON array with the rows of each, every value as a text.
import { readFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'

const statements = JSON.parse(readFileSync(0, 'utf8'))
process.chdir(process.argv[2])
const instance = await DuckDBInstance.create(':memory:')
const connection = await instance.connect()
// Nothing may be fetched: what the questions need is in the package.
await connection.run('set autoinstall_known_extensions = false')
const answers = []
for (const sql of statements) {
  const result = await connection.runAndReadAll(sql)
  answers.push(result.getRows().map((row) => row.map((value) => (value === null ? null : String(value)))))
}
process.stdout.write(JSON.stringify(answers))
connection.closeSync()
