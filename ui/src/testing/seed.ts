import type { Side } from '@/lib/api/types'
import { mods } from './seeds-mods'
import { others } from './seeds-others'

/** What the fixtures of a project, its hit and its versions are made of. */
export type Seed = [
  slug: string,
  title: string,
  english: string,
  summary: string,
  type: string,
  author: string,
  icon: string,
  picture: string,
  loaders: string,
  categories: string,
  versions: string,
  downloads: number,
  follows: number,
  hours: number,
  sides: [Side, Side],
]

export const seeds: Seed[] = [...mods, ...others]

export const words = (text: string): string[] => (text === '' ? [] : text.split(' '))
export const art = (kind: string, name: string): string => `/mock-art/${kind}/${name}.svg`

export function idOf(index: number): string {
  return `Prj${String(index).padStart(5, '0')}`
}
