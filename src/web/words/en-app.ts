export const app = {
  product: 'Workspace Admin',
  skip: 'Skip to content',
}
