/** Whether a path of this site is a page that promotes services of the operator's choice. */
export function isPromotion(path: string): boolean {
  return path === '/pcl' || path === '/server'
}
