/** The permission bits of a member in the order of their numbers, the lowest first. */
export const PERMISSION_COUNT = 11
export const UPLOAD_VERSION = 1
export const DELETE_VERSION = 2
export const EDIT_DETAILS = 4
export const EDIT_BODY = 8

/** What an invited person may do unless somebody says otherwise. */
export const DEFAULT_PERMISSIONS = UPLOAD_VERSION | DELETE_VERSION | EDIT_DETAILS | EDIT_BODY

export function hasBit(permissions: number, bit: number): boolean {
  return (permissions & (1 << bit)) !== 0
}

export function flipBit(permissions: number, bit: number): number {
  return permissions ^ (1 << bit)
}
