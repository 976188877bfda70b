// verdict: TRUE
// entry: corner
// checks: deref
int corner(int width, int height, const unsigned char pixels[static width * height + 1]) {
  if (width <= 0 || width > 10 || height <= 0 || height > 10) return 0;
  return pixels[width * height];
}
