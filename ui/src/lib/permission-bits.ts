/** The permission bits of a member of a project in ascending order. */
export const UPLOAD_VERSION = 1

export function hasBit(permissions: number, bit: number): boolean {
  return (permissions & (1 << bit)) !== 0
}
