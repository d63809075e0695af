import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { className } from '../../css-names'

const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') }))
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')
const classes = (text: string) => new Set(matches(text.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|:global\([^)]*\)/g, ''), /\.([a-z][\w-]*)/g))

const sheets = filesOf('src', /\.css$/)
const modules = sheets.filter(({ file }) => file.endsWith('.module.css'))
const names = new Set(
  sheets.flatMap(({ file, text }) => [...classes(text)].map((local) => (file.endsWith('.module.css') ? className(local, file) : local))),
)

test('no two sheets of components have the same name, because their classes are told apart by it', () => {
  const bases = modules.map(({ file }) => basename(file))
  expect(bases.filter((base, index) => bases.indexOf(base) !== index)).toEqual([])
})

test("a sheet that names another sheet's class names one that is there", () => {
  const missing = modules.flatMap(({ file, text }) =>
    matches(text, /:global\(\.([\w-]+)\)/g)
      .filter((name) => !names.has(name) && !name.startsWith('cm-'))
      .map((name) => `${file}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('the sheets of shared components name no class of a feature', () => {
  const own = new Set(modules.filter(({ file }) => file.startsWith('features/')).map(({ file }) => basename(file, '.module.css')))
  const wrong = modules
    .filter(({ file }) => file.startsWith('components/'))
    .flatMap(({ file, text }) =>
      matches(text, /:global\(\.([\w-]+)\)/g)
        .filter((name) => own.has(name.split('__')[0] ?? ''))
        .map((name) => `${file}: ${name}`),
    )
  expect(wrong).toEqual([])
})

test('no further rule names a class of another sheet: a class, an element or a property of the own one serves', () => {
  const foreign = modules.flatMap(({ text }) => matches(text, /:global\(\.([\w-]+)/g).filter((name) => !/^(cm-|prose)/.test(name)))
  expect(foreign.length).toBeLessThanOrEqual(257)
})

test('the browser tests look for classes that are there', () => {
  const missing = ['../e2e/lib', '../e2e/tests']
    .flatMap((folder) => filesOf(folder, /\.mjs$/))
    .flatMap(({ file, text }) =>
      matches(text, /\.([a-z][a-z0-9-]*__[\w-]+)/g)
        .filter((name) => !names.has(name))
        .map((name) => `${file}: ${name}`),
    )
  expect(missing).toEqual([])
})

test("every class of a component's sheet is used", () => {
  const scripts = filesOf('src', /\.tsx?$/).map(({ text }) => text)
  const unused = modules.flatMap(({ file, text }) => {
    const sheet = basename(file)
    const users = scripts.filter((script) => script.includes(`/${sheet}'`))
    const used = users.flatMap((script) => {
      const name = new RegExp(`import (\\w+) from '[^']*/${sheet}'`).exec(script)?.[1] ?? ''
      // A part of the name is chosen where the class is used.
      if (new RegExp(`\\b${name}\\[(?!'[^']*'\\])`).test(script)) return ['*']
      return matches(script, new RegExp(`\\b${name}(?:\\.|\\[')(\\w+)`, 'g')).map((local) =>
        local.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase(),
      )
    })
    return used.includes('*') ? [] : [...classes(text)].filter((local) => !used.includes(local)).map((local) => `${file}: ${local}`)
  })
  expect(unused).toEqual([])
})

test('components take their classes from a sheet; only the sheet of rendered Markdown is named by text', () => {
  const written = filesOf('src', /(?<!\.test)\.tsx$/).flatMap(({ file, text }) =>
    matches(text, /className(?:="|=\{'|: '|=\{cn\(')([^"']*)/g)
      .filter((value) => !value.startsWith('prose'))
      .map((value) => `${file}: ${value}`),
  )
  expect(written).toEqual([])
})
