import { textBetween } from '@/components/form/schemas'

type Names = { title: string; description: string }

export const TITLE_MAX = 64

/** What a project's name and summary must be. */
export const names = { title: textBetween(3, TITLE_MAX), description: textBetween(3, 255) }

export const summaryDiffers = ({ title, description }: Names): boolean => title !== description
